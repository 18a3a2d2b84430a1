-- A picture that the operator's command brought was uploaded by no account.
alter table images alter column uploaded_by drop not null;
