// What only holds where each statement sees what was there when it began.

/**
 * A lock does not help a transaction that then reads the rows as they were before it, as its own snapshot forces it to.
 */
export const onlyReadCommitted = `IF current_setting('transaction_isolation') <> 'read committed' THEN
    RAISE EXCEPTION 'Rules that read other rows need READ COMMITTED' USING ERRCODE = '25001';
  END IF;`;
