"""Queries whose SQL Django writes once in a process, to be run with other values each time.

Django writes the SQL of a query anew for each request. With a join, that takes longer than the database needs to answer
it, and than the rest of a small page. What every page or move asks for is therefore a `Statement`.

The seats of a table with their accounts take 0.22 ms so, and 2.0 ms as a queryset (SQLite, one core). That pays for
what is used of Django's compiler, which no document has. tests/accounts/base/test_statements.py compares statements
with querysets, and fails where Django has changed it.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from inspect import signature
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from django.db import connection
from django.db.models import Model, QuerySet
from django.db.models.expressions import RawSQL
from django.db.models.query import get_related_populators
from django.db.models.sql.compiler import SQLCompiler

Row = TypeVar("Row", covariant=True)
DatabaseRow: TypeAlias = Sequence[Any]


class _Place(NamedTuple):
    """The place of a value among the parameters of a statement."""

    number: int


class _Written(NamedTuple):
    """The SQL, the parameters, the converters by column, and what makes an object of a row."""

    sql: str
    parameters: tuple[Any, ...]
    converters: dict[int, tuple[list[Any], Any]]
    to_object: Callable[[DatabaseRow], Any]


class Statement(Generic[Row]):
    """The query that `build` returns. `build` gets an expression for each value that `all` and `first` are called with.

    Rows are those of the query: instances of a model, with what `select_related` names, or tuples of `values_list`
    without `flat`. A value that is a list stands behind `__in`. What `build` compares otherwise, such as a stage, is
    part of the SQL; so is whether a value is NULL: such a value needs another statement.
    """

    def __init__(self, build: Callable[..., QuerySet[Any, Row]]) -> None:
        self._build = build
        self._by_vendor: dict[str, _Written] = {}

    def all(self, *values: object) -> list[Row]:
        """Return all rows."""
        if [] in values:
            return []
        written = self._by_vendor.get(connection.vendor) or self._write()
        sql, parameters = _filled(written, values)
        with connection.cursor() as cursor:
            cursor.execute(sql, parameters)
            rows = cursor.fetchall()
        return [written.to_object(row) for row in _converted(rows, written.converters)]

    def first(self, *values: object) -> Row | None:
        """Return the first row, or None. The query says which that is: it is ordered and limited, or has one row."""
        return next(iter(self.all(*values)), None)

    def _write(self) -> _Written:
        places = [RawSQL("%s", [_Place(number)]) for number in range(len(signature(self._build).parameters))]
        compiler = self._build(*places).query.get_compiler(connection=connection)
        sql, parameters = compiler.as_sql()
        converters = compiler.get_converters([column for column, *_others in compiler.select])
        written = _Written(sql, tuple(parameters), converters, _to_object(compiler))
        self._by_vendor[connection.vendor] = written
        return written


def read_related(parents: Sequence[Model], relation: str, statement: Statement[Any]) -> None:
    """Read the rows of a relation of these instances. Its manager then has them, as after `prefetch_related`.

    The statement takes the primary keys of the instances, and has the rows in the order that is wanted.
    """
    by_key, rows = {parent.pk: parent for parent in parents}, defaultdict[Any, list[Model]](list)
    field: Any = parents[0]._meta.get_field(relation).remote_field if parents else None
    for row in statement.all(list(by_key)):
        key = getattr(row, field.attname)
        setattr(row, field.name, by_key[key])
        rows[key].append(row)
    for parent in parents:
        read = getattr(parent, relation).all()
        read._result_cache = rows[parent.pk]
        vars(parent).setdefault("_prefetched_objects_cache", {})[relation] = (
            read  # where Django puts what it prefetches
        )


def _filled(written: _Written, values: Sequence[object]) -> tuple[str, list[Any]]:
    """Return the SQL with a placeholder for each parameter, and the parameters."""
    parameters = [values[one.number] if isinstance(one, _Place) else one for one in written.parameters]
    if any(isinstance(value, list) for value in values):
        return _with_lists(written.sql, parameters)
    return written.sql, [_adapted(value) for value in parameters]


def _with_lists(sql: str, parameters: Sequence[object]) -> tuple[str, list[Any]]:
    """Return the SQL and the parameters with a placeholder for each value of a list."""
    several = [value if isinstance(value, list) else [value] for value in parameters]
    begin, *pieces = sql.split("%s")
    filled = [", ".join(["%s"] * len(values)) + piece for values, piece in zip(several, pieces, strict=True)]
    return begin + "".join(filled), [_adapted(value) for values in several for value in values]


def _adapted(value: object) -> Any:
    return connection.ops.adapt_datetimefield_value(value) if isinstance(value, datetime) else value


def _converted(rows: Iterable[DatabaseRow], converters: dict[int, tuple[list[Any], Any]]) -> Iterable[DatabaseRow]:
    for row in rows:
        values = list(row)
        for column, (functions, expression) in converters.items():
            for convert in functions:
                values[column] = convert(values[column], expression, connection)
        yield values


def _to_object(compiler: SQLCompiler) -> Callable[[DatabaseRow], Any]:
    """Return what makes an instance of a row as Django does for a queryset, or a tuple of `values_list`."""
    if not compiler.query.default_cols:
        return tuple
    model: type[Model] = compiler.klass_info["model"]
    columns: list[int] = compiler.klass_info["select_fields"]
    names = [compiler.select[column][0].target.attname for column in columns]
    start, end = columns[0], columns[-1] + 1
    related = get_related_populators(compiler.klass_info, compiler.select, connection.alias)  # type: ignore[call-arg]  # the stubs are of Django 6

    def instance(row: DatabaseRow) -> Model:
        made = model.from_db(connection.alias, names, row[start:end])
        for populator in related:
            populator.populate(row, made)
        return made

    return instance
