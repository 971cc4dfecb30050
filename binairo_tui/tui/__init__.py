"""The screen: everything that needs a terminal. The only room that knows Textual and Rich.

`start.run` is the way in; it looks at the terminal before Textual is imported. `appearance`, `layout`, `painting` and
`frames` are pure: what is seen, where it lies, what has to be drawn anew, and what has to be sent for it.
"""
