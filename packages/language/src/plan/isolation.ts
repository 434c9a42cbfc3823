// What only holds where each statement sees what was there when it began.

/** A lock helps nobody who then looks at what was there before it, which a snapshot of the whole transaction forces. */
export const onlyReadCommitted = `IF current_setting('transaction_isolation') <> 'read committed' THEN
    RAISE EXCEPTION 'Rules that read other rows need READ COMMITTED' USING ERRCODE = '25001';
  END IF;`;
