"""The `binairo` command. Data goes to stdout, warnings and errors to stderr.

`program` holds the table of verbs, `verbs` has a module for each verb, and `options` and `puzzle_options` define the
arguments and options that verbs share. `puzzle_input` reads the puzzles that arguments name, and returns them in the
types of `found`. `text_input` reads puzzles from text; `stream_lines` splits files and pipes into lines for it.
CONTRIBUTING explains how to add a verb.
"""

import sys


def main() -> None:
    """Run the command line of this process and exit.

    The status is 0 for yes or done, 1 for no, 70 for a bug, and 130 if interrupted. It is 2 for bad input or usage, or
    if the system lacks something, such as memory.
    """
    import gc
    import threading

    from binairo_tui.files.streams import BUG, flush_streams, print_error

    def report_end_of_thread(ended: threading.ExceptHookArgs) -> None:
        from binairo_tui.files import bug_reports

        if isinstance(ended.exc_value, Exception):
            bug_reports.report(ended.exc_value, "in a thread")

    threading.excepthook = report_end_of_thread  # Python's own would print over the screen
    gc.disable()  # until the app has started (see `tui.start`), or another verb begins
    try:
        # Imported here so that Ctrl+C during the import is also handled.
        from binairo_tui.cli.opening import open_without_parser

        status = open_without_parser(sys.argv[1:])
        if status is None:
            gc.enable()
            from binairo_tui.cli.program import run

            status = run(sys.argv[1:])
    except KeyboardInterrupt:
        status = 130
    except Exception as error:
        from binairo_tui.files import bug_reports

        sentence = bug_reports.report(error, "while a command ran")
        print_error(sentence[0].lower() + sentence[1:])
        status = 2 if bug_reports.find_shortage(error) else BUG
    sys.exit(flush_streams(status))
