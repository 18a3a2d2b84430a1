alter table refunds validate constraint refunds_source_check;
