-- In steps, each of them safe to repeat.
-- without transaction
call fill_pieces_and_shipments();
