#!/usr/bin/env python
"""Django's command line for this project."""

import os
import sys


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line

    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:
        sys.exit(str(error))
    except Exception as error:
        from games.management import faults

        sentence = faults.sentence_for(error)
        if sentence is None or "--traceback" in sys.argv:
            raise
        sys.exit(sentence)


if __name__ == "__main__":
    main()
