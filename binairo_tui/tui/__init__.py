"""The app: everything that needs a terminal. The only room that knows Textual and Rich.

`start.run` is the entry point: it checks the terminal before Textual is imported. `view` is pure and works without
Textual.
"""
