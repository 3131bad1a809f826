"""The admin site: roles, lists, pages and staff actions."""
