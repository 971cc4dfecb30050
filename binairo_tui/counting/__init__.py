"""Long counts: units of work on many cores or machines, and the file that survives an interruption.

`engine.counting` says what a unit is and counts one; here they are handed to executors (`running`, `executors`), in
numpy where that is there (`vectors`), and what is done is kept (`checkpoint`).
"""
