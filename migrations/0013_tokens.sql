-- A client whose tokens may also come in the query string, and tokens that belong to a person instead of acting as the owner.
alter table api_clients add column allows_query_token boolean not null default false;
alter table tokens add column is_personal boolean not null default false;
