"""Between Textual and the terminal: the driver, the bytes sent, the end of the program."""
