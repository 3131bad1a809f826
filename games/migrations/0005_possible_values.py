from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0004_collusion_watch")]

    operations = [
        migrations.AddConstraint(
            model_name="deal",
            constraint=models.CheckConstraint(
                condition=models.Q(("dealer__lte", 2), ("declarer__lte", 2), ("number__gte", 1)), name="possible_deal"
            ),
        ),
        migrations.AddConstraint(
            model_name="dealresult",
            constraint=models.CheckConstraint(condition=models.Q(("position__lte", 2)), name="possible_deal_result"),
        ),
        migrations.AddConstraint(
            model_name="dealscore",
            constraint=models.CheckConstraint(
                condition=models.Q(("bid__lte", 13), ("player__lte", 2), ("side_tricks__lte", 13)),
                name="possible_deal_score",
            ),
        ),
        migrations.AddConstraint(
            model_name="event",
            constraint=models.CheckConstraint(condition=models.Q(("sequence__gte", 1)), name="possible_event"),
        ),
        migrations.AddConstraint(
            model_name="game",
            constraint=models.CheckConstraint(
                condition=models.Q(("opening_dealer__lte", 2), ("proposed_by__lte", 2), ("winner__lte", 2)),
                name="possible_game",
            ),
        ),
        migrations.AddConstraint(
            model_name="gameresult",
            constraint=models.CheckConstraint(
                condition=models.Q(("place__gte", 1), ("place__lte", 3), ("player__lte", 2)),
                name="possible_game_result",
            ),
        ),
        migrations.AddConstraint(
            model_name="ratingchange",
            constraint=models.CheckConstraint(
                condition=models.Q(("number__gte", 1), ("player__lte", 2)), name="possible_rating_change"
            ),
        ),
        migrations.AddConstraint(
            model_name="tally",
            constraint=models.CheckConstraint(
                condition=models.Q(("position__lte", 2), ("tricks__lte", 13)), name="possible_tally"
            ),
        ),
    ]
