% Reads terms puzzle(Width, "cells", [sign(A, B, same|apart), ...]) and answers each with a line:
% nanoseconds, then at most two solutions.
%
% Of the ways to say that lines differ, all_different over the lines read as binary numbers was faster than
% scalar products that differ pair by pair, and these were faster than counted differences.

:- use_module(library(clpfd)).
:- use_module(library(solution_sequences)).

main :-
    repeat,
    read_term(user_input, Term, []),
    (   Term == end_of_file
    ->  !
    ;   answer(Term),
        fail
    ).

answer(puzzle(Width, Text, Signs)) :-
    get_time(Start),
    findall(Cells, limit(2, solution(Width, Text, Signs, Cells)), Solutions),
    get_time(End),
    Nanoseconds is round((End - Start) * 1 000 000 000),
    write(Nanoseconds),
    forall(member(Solution, Solutions), (atomic_list_concat(Solution, Line), write(' '), write(Line))),
    nl,
    flush_output.

solution(Width, Text, Signs, Cells) :-
    string_chars(Text, Characters),
    maplist(cell, Characters, Cells),
    rows(Width, Cells, Rows),
    transpose(Rows, Columns),
    maplist(line, Rows),
    maplist(line, Columns),
    different(Rows),
    different(Columns),
    Board =.. [board|Cells],
    maplist(kept(Board), Signs),
    labeling([ffc, bisect], Cells).

cell('.', Cell) :- Cell in 0..1.
cell('0', 0).
cell('1', 1).

rows(_, [], []) :- !.
rows(Width, Cells, [Row|Rows]) :-
    length(Row, Width),
    append(Row, Rest, Cells),
    rows(Width, Rest, Rows).

line(Cells) :-
    length(Cells, Length),
    Ones is Length - Length // 2,
    sum(Cells, #=, Ones),
    no_triple(Cells).

no_triple([A, B, C|Cells]) :-
    !,
    A + B + C #>= 1,
    A + B + C #=< 2,
    no_triple([B, C|Cells]).
no_triple(_).

different(Lines) :-
    Lines = [Line|_],
    length(Line, Length),
    findall(Power, (between(1, Length, I), Power is 1 << (I - 1)), Powers),
    maplist(number(Powers), Lines, Numbers),
    all_different(Numbers).

number(Powers, Line, Number) :- scalar_product(Powers, Line, #=, Number).

kept(Board, sign(A, B, Relation)) :-
    I is A + 1,
    J is B + 1,
    arg(I, Board, X),
    arg(J, Board, Y),
    (   Relation == same
    ->  X #= Y
    ;   X #\= Y
    ).
