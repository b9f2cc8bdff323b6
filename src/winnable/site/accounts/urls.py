"""The addresses of the account pages."""

from django.urls import path

from winnable.site.accounts import views

urlpatterns = [
    path("sign-up/", views.SignUp.as_view(), name="sign-up"),
    path("sign-in/", views.SignIn.as_view(), name="sign-in"),
    path("sign-out/", views.sign_out, name="sign-out"),
    path("account/", views.account, name="account"),
]
