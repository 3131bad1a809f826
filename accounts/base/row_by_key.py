"""Reading a row by its key with a statement that is written once, which takes Django longer than to read the row."""

from functools import cache
from typing import Any, NamedTuple, TypeVar

from django.db import connection
from django.db.models import Model

M = TypeVar("M", bound=Model)


class _Statement(NamedTuple):
    """The statement with a placeholder for the key, the fields of its columns, and the converters by column."""

    sql: str
    fields: tuple[str, ...]
    converters: dict[int, tuple[list[Any], Any]]


def row_by_key(model: type[M], key: int | str, field: str = "pk") -> M | None:
    """Return the row of this model with this primary key, or value of a unique field, as `get` does; None without."""
    statement = _statement(model, field, connection.vendor)
    with connection.cursor() as cursor:
        cursor.execute(statement.sql, [key])
        row = cursor.fetchone()
    if row is None:
        return None
    values = list(row)
    for column, (converters, expression) in statement.converters.items():
        for convert in converters:
            values[column] = convert(values[column], expression, connection)
    return model.from_db(connection.alias, statement.fields, values)


@cache
def _statement(model: type[Model], field: str, _vendor: str) -> _Statement:
    compiler = model._base_manager.filter(**{field: "0"}).query.get_compiler(connection=connection)
    sql, _parameters = compiler.as_sql()
    converters = compiler.get_converters([column for column, *_others in compiler.select])
    return _Statement(sql, tuple(field.attname for field in model._meta.concrete_fields), converters)
