-- Who may call the functions of the schema writ: the last of these files, so that it closes all that is above.
--
-- PostgreSQL lets everybody call a new function. Here nobody may, but what stands in policies and stored values: time,
-- and the arithmetic of expressions. What slices make says itself who calls it.

REVOKE ALL ON ALL FUNCTIONS IN SCHEMA writ FROM PUBLIC;
GRANT EXECUTE ON FUNCTION
  writ.now(),
  writ.today(),
  writ.divide(numeric, numeric, integer),
  writ.add_days(date, numeric),
  writ.add_time(timestamptz, numeric),
  writ.slug(text),
  writ.was_written(uuid),
  writ.file_row(text)
TO anon, authenticated, service_role, writ_client, writ_keeper;
