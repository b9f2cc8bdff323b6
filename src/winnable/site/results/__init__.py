"""A player's results: what counts as what, figures, history, plots, pages and the API.

The rules of counting, which ``/results/`` says in words:

- A deal is **played** once its first step is. A deal that was looked at and left untouched is only *dealt*, and
  untouched deals are forgotten after thirty days (``winnable.site.tidy``). A deal given up untouched is untouched.
- It is **won** or **given up** by what happened first; undoing, restarting and winning it again change nothing.
  Auto complete belongs to the step that made it possible, so a page closed while cards still fly loses no win.
- A deal without a result is **unfinished** while it is the one of its game and options that was played on last, and
  **lost**, stuck or not, as soon as another one is played on. Whoever goes back to it and wins has won it. A board of
  the day (``winnable.site.daily``) is unfinished as long as its result would count there, and lost after that.
- The **win rate** is won ÷ (won + given up + lost).
- A **streak** is of wins in the order in which the deals were begun; given up and lost ones end it, unfinished ones
  don't. So it changes when a deal that was left is won after all.
- A win is **clean** without hint, undo and restart, and if neither a solution was watched nor a verdict told (by the
  lamp, or by a hint that says there is no win) before it. Auto complete may finish it: nothing is left to decide then.
- **Moves** and **time** are those that led to the win; time is known only where the timer ran.
- **Hints** and **undos** are those before the result; a restart is an undo.
- **Not counted** are games opened from a save, whose line may be anyone's; a deal asked for by its number that the
  player had touched or been told about before, as he may know the cards; and what was wiped.
- **Wiping** deletes what is won or given up. What others may still look at (a shared replay), what a daily board
  needs, and what can still be played on stays, but counts no more. The game of each kind played on last stays as it
  is if it has no result. Daily boards and their streaks are not touched.
"""
