# One image for web processes, tickers and commands; compose.yaml and deploy/kubernetes.yaml say which runs what.
FROM python:3.13-slim AS build

# What makes the files for browsers without a connection (docs/offline.md) is in this stage only.
RUN apt-get update -q && apt-get install -q -y --no-install-recommends lld nodejs npm
WORKDIR /app
COPY requirements.txt .
RUN python -m venv /venv && /venv/bin/pip install --no-cache-dir --require-hashes -r requirements.txt
COPY . .
# Static files, compiled bots and the compiled solver are part of the image. The keys are only for these commands: none is
# stored. Code for one kind of processor would be compiled again on every other.
ENV VAR_DIR=/app/var NUMBA_CACHE_DIR=/app/compiled NUMBA_CPU_NAME=generic
RUN SECRET_KEY=build VAPID_KEY=only-for-the-build-of-the-image-and-no-site /venv/bin/python manage.py collectstatic --noinput --verbosity 0 \
    && /venv/bin/python -c "from games import bots; bots.prepare()" \
    && /venv/bin/python -c "from games.analysis import best_play; best_play.prepare()" \
    && SECRET_KEY=build VAPID_KEY=only-for-the-build-of-the-image-and-no-site /venv/bin/python manage.py solo_bundle \
    && /venv/bin/python -m compileall -q accounts config games \
    && rm -rf /app/var/secret-key /app/var/vapid-key /app/var/pyodide

FROM python:3.13-slim

# Images of Python come without the bytecode of its library, which processes that write none would make each time.
RUN python -m compileall -q "$(python -c 'import sysconfig; print(sysconfig.get_path("stdlib"))')" || true
RUN useradd --uid 10001 --no-create-home spades
WORKDIR /app
COPY --from=build /venv /venv
COPY --from=build /app /app
ENV PATH=/venv/bin:$PATH PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 VAR_DIR=/app/var NUMBA_CACHE_DIR=/app/compiled \
    NUMBA_CPU_NAME=generic MALLOC_ARENA_MAX=2
USER 10001
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/healthz', timeout=4)"]
CMD ["daphne", "-v", "0", "-b", "0.0.0.0", "-p", "8000", "--ping-interval", "5", "--ping-timeout", "5", "config.asgi:application"]
