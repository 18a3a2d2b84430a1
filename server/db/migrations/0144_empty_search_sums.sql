-- What was searched for and not found on the days before one, summed up once a day, so that nobody adds up a quarter of a year to see it. Made of `empty_searches`.
create table empty_search_sums (
  text text primary key,
  searches integer not null,
  last_day date not null,
  -- The same in all rows.
  before_day date not null
);

create index empty_search_sums_most on empty_search_sums (searches desc, last_day desc, text);
