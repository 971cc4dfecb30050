"""Tests of the techniques, all together and one by one."""
