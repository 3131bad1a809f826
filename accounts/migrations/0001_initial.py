"""The tables of version 0.2.0."""

import django.utils.timezone
from django.db import migrations, models

import accounts.base.names
import accounts.models


class Migration(migrations.Migration):
    initial = True
    dependencies = [("auth", "0012_alter_user_first_name_max_length")]
    operations = [
        migrations.CreateModel(
            name="User",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("password", models.CharField(max_length=128, verbose_name="password")),
                ("last_login", models.DateTimeField(blank=True, null=True, verbose_name="last login")),
                (
                    "is_superuser",
                    models.BooleanField(
                        default=False,
                        help_text="Designates that this user has all permissions without explicitly assigning them.",
                        verbose_name="superuser status",
                    ),
                ),
                ("email", models.EmailField(blank=True, max_length=254, verbose_name="email address")),
                (
                    "is_staff",
                    models.BooleanField(
                        default=False,
                        help_text="Designates whether the user can log into this admin site.",
                        verbose_name="staff status",
                    ),
                ),
                (
                    "is_active",
                    models.BooleanField(
                        default=True,
                        help_text="Designates whether this user should be treated as active. Unselect this instead of deleting accounts.",
                        verbose_name="active",
                    ),
                ),
                ("date_joined", models.DateTimeField(default=django.utils.timezone.now, verbose_name="date joined")),
                ("suspended_until", models.DateTimeField(blank=True, null=True, verbose_name="suspended until")),
                (
                    "suspension_reason",
                    models.CharField(blank=True, max_length=200, verbose_name="reason of the suspension"),
                ),
                ("muted_until", models.DateTimeField(blank=True, null=True, verbose_name="muted until")),
                ("must_rename", models.BooleanField(default=False, verbose_name="has to choose a name")),
                (
                    "theme",
                    models.CharField(
                        blank=True,
                        choices=[("", "As my device"), ("light", "Light"), ("dark", "Dark")],
                        default="",
                        max_length=5,
                        verbose_name="colours",
                    ),
                ),
                (
                    "card_size",
                    models.CharField(
                        blank=True,
                        choices=[("small", "Small"), ("", "Normal"), ("large", "Large")],
                        default="",
                        max_length=5,
                        verbose_name="card size",
                    ),
                ),
                (
                    "hand_order",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("", "Spades left, colours alternate"),
                            ("suits", "Spades, hearts, diamonds, clubs"),
                            ("rising", "Low to high, spades right"),
                        ],
                        default="",
                        max_length=6,
                        verbose_name="order of my cards",
                    ),
                ),
                (
                    "four_colours",
                    models.BooleanField(
                        default=False,
                        help_text="Clubs green and diamonds blue, so that no two suits look alike.",
                        verbose_name="four colours",
                    ),
                ),
                (
                    "confirms_card",
                    models.BooleanField(
                        default=False,
                        help_text="The first tap picks a card, the second plays it.",
                        verbose_name="ask before a card is played",
                    ),
                ),
                (
                    "autoplays_last",
                    models.BooleanField(
                        default=False,
                        help_text="In the thirteenth trick there is no choice.",
                        verbose_name="play the last card by itself",
                    ),
                ),
                (
                    "autoplays_forced",
                    models.BooleanField(
                        default=False,
                        help_text="The site plays your card when you have no choice. In games by turns it does so even while you are away, up to half an hour after your turn begins. How soon it comes may tell the others that you had no choice.",
                        verbose_name="play a forced card by itself",
                    ),
                ),
                (
                    "no_animation",
                    models.BooleanField(
                        default=False, help_text="Cards appear where they belong.", verbose_name="no animation"
                    ),
                ),
                (
                    "sounds",
                    models.BooleanField(
                        default=True,
                        help_text="A tap for each card, and notes on your turn, for a trick of your side and at a deal’s end.",
                        verbose_name="sounds",
                    ),
                ),
                (
                    "text_table",
                    models.BooleanField(
                        default=False,
                        help_text="The table as headings and lists, with every card in words.",
                        verbose_name="table as text",
                    ),
                ),
                (
                    "username",
                    models.CharField(
                        error_messages={"unique": "Somebody already has this name."},
                        max_length=32,
                        unique=True,
                        validators=[accounts.base.names.validate_name],
                        verbose_name="name",
                    ),
                ),
                ("name_key", accounts.models.NameKeyField(editable=False, max_length=48, unique=True)),
                ("is_guest", models.BooleanField(default=False, verbose_name="guest")),
                ("last_seen", models.DateField(default=accounts.models.today, verbose_name="last seen")),
                (
                    "language",
                    models.CharField(
                        blank=True,
                        choices=[("en", "English"), ("es", "Spanish")],
                        help_text="Empty: the browser’s language.",
                        max_length=2,
                        verbose_name="language",
                    ),
                ),
                (
                    "visibility",
                    models.CharField(
                        choices=[("public", "everybody"), ("players", "signed-in players"), ("private", "only me")],
                        default="public",
                        max_length=7,
                        verbose_name="my results are seen by",
                    ),
                ),
                (
                    "groups",
                    models.ManyToManyField(
                        blank=True,
                        help_text="The groups this user belongs to. A user will get all permissions granted to each of their groups.",
                        related_name="user_set",
                        related_query_name="user",
                        to="auth.group",
                        verbose_name="groups",
                    ),
                ),
                (
                    "user_permissions",
                    models.ManyToManyField(
                        blank=True,
                        help_text="Specific permissions for this user.",
                        related_name="user_set",
                        related_query_name="user",
                        to="auth.permission",
                        verbose_name="user permissions",
                    ),
                ),
            ],
            options={
                "verbose_name": "player",
                "verbose_name_plural": "players",
                "permissions": [
                    ("suspend_user", "Can suspend players and lift suspensions"),
                    ("rename_user", "Can take a player's name away"),
                    ("sign_out_user", "Can sign a player out everywhere"),
                    ("mute_user", "Can mute players and lift mutes"),
                    ("delete_account_user", "Can remove a player's account on request"),
                    ("export_user", "Can export a player's own data"),
                    ("give_roles_user", "Can give and take roles"),
                    ("see_addresses_user", "Can see email and network addresses"),
                ],
                "indexes": [
                    models.Index(condition=models.Q(("is_guest", True)), fields=["last_seen"], name="stale_guests"),
                    models.Index(fields=["date_joined"], name="newest_players"),
                    models.Index(
                        condition=models.Q(("suspended_until__isnull", False)),
                        fields=["suspended_until"],
                        name="suspended_players",
                    ),
                ],
            },
            managers=[("objects", accounts.models.PlayerManager())],
        )
    ]
