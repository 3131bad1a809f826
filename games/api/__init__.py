"""The HTTP API for programs, version 1 (docs/api.md): reads and moves as JSON, by the services of the pages."""
