"""Charts: properties of their shapes for all numbers and names."""

from games.components.chart import draw_chart
from games.history import statistics
from games.words import charts


def test_name_too_long_for_its_bar_takes_several_lines() -> None:
    short = charts.bars([1, 2, 3], ["1", "2", "3"], ["Mano propia", "Nil", "El muerto"], 3)
    long = charts.bars([1, 2, 3], ["1", "2", "3"], ["Mano propia", "La mano de la pareja", "El muerto"], 3)
    assert long.height > short.height == charts.HEIGHT
    first, second = (text for text in long.texts if text.text in ("La mano de la", "pareja"))
    assert first.x == second.x
    assert float(first.y) < float(second.y) < long.height


def test_chart_without_data_is_a_sentence() -> None:
    drawn = draw_chart(statistics.nils_made([]))
    assert "No nil has counted yet." in drawn
    assert "<svg" not in drawn
    assert "<table" not in drawn
