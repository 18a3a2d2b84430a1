-- All but the brand's: rows from before 0035 have brands without a row.
alter table parts validate constraint parts_type_fkey;
alter table parts validate constraint parts_type_has_category;
alter table parts validate constraint parts_replaced_by_fkey;
alter table parts validate constraint parts_replaced_by_another;
