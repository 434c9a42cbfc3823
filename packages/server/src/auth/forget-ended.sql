-- What has ended is forgotten: run now and then.

DELETE FROM auth.flow_state WHERE expires_at < now();
DELETE FROM auth.one_time_tokens WHERE expires_at < now();
DELETE FROM auth.mfa_challenges WHERE expires_at < now();
DELETE FROM auth.sessions WHERE not_after < now();

-- So long a token of theirs may still be taken: an hour, and what a clock may be behind (keys/ended-sessions.ts).
DELETE FROM auth.ended_sessions WHERE ended_at < now() - interval '3720 seconds';

-- A year; a month for what failed, which others may bring about; a day where it was no one's account.
DELETE FROM auth.audit_log
WHERE id IN (
  SELECT id FROM auth.audit_log WHERE happened_at < now() - interval '1 year' ORDER BY happened_at LIMIT 100000
);
DELETE FROM auth.audit_log
WHERE action IN ('login_failed', 'code_failed', 'mfa_code_failed')
  AND happened_at < now() - CASE WHEN user_id IS NULL THEN interval '1 day' ELSE interval '30 days' END;

DELETE FROM auth.tries WHERE NOT EXISTS (SELECT FROM unnest(times) one WHERE one > now() - interval '1 day');
