// Shows thirteen cards of one suit on the first pile.
() => {
  const { board } = window.winnableTable;
  const view = structuredClone(board.view);
  for (const pile of view.piles) pile.cards = pile.cards.filter((card) => card[1] !== "S");
  view.piles.find((pile) => pile.name === "T1").cards = [..."KQJT98765432A"].map((rank) => `${rank}S`);
  board.show(view, [], false);
}
