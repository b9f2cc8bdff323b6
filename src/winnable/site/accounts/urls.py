"""The addresses of the account pages."""

from django.urls import path

from winnable.site.accounts import owner, reset, views
from winnable.site.addresses import form_page

urlpatterns = [
    path("sign-up/", form_page(views.SignUp.as_view()), name="sign-up"),
    path("sign-in/", form_page(views.SignIn.as_view()), name="sign-in"),
    path("sign-out/", views.sign_out, name="sign-out"),
    path("account/", owner.account, name="account"),
    path("account/password/", form_page(owner.ChangePassword.as_view()), name="change-password"),
    path("account/email/", form_page(owner.ChangeEmail.as_view()), name="change-email"),
    path("account/elsewhere/", form_page(owner.SignOutElsewhere.as_view()), name="sign-out-elsewhere"),
    path("account/export/", owner.export, name="export"),
    path("account/delete/", form_page(owner.Delete.as_view()), name="delete-account"),
    path("account/deleted/", owner.deleted, name="account-deleted"),
    path("reset/", form_page(reset.Forgotten.as_view()), name="forgotten"),
    path("reset/sent/", reset.sent, name="reset-sent"),
    path("reset/done/", reset.done, name="reset-done"),
    path("reset/<uidb64>/<token>/", form_page(reset.NewPassword.as_view()), name="new-password"),
]
