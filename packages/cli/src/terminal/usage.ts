// What `writ --help` says.
export const usage = `writ: runs a product specification

  writ check FILE…      report the errors, warnings and gaps of documents
      --json            for programs: {"problems": […]}
      --format github   as annotations for a workflow
  writ fmt FILE…        format tables, lists and expressions
      --fix             first fix mistakes that have one certain fix, and report the rest
      --check           write nothing, and list the files that would change
  writ plan FILE        show the changes to the database as SQL, and the data that they would lose
      --data DIR        the folder of the database; .writ beside the document by default
      --json            for programs: {"steps": […], "drift": […]}
  writ apply FILE       change the database to match the document
      --data DIR
      --drop ADDRESS    allow losing the data of this clause; repeatable
      --yes             do not ask
  writ run FILE         serve the product of a document until Ctrl-C
      --port N          8000 by default; 0 for any free port
      --data DIR
      --sample          add the document's sample rows and people, and one person for each role
      --role EMAIL=ROLE give a role that is named at installation; repeatable
      --drop ADDRESS
      --json            for programs: one line {"url", "anonKey", "serviceKey", "databaseUrl"} when it is ready
  writ start FILE       serve in production: no errors, gaps or pending changes; settings from the environment
      --port N          8000 by default
      --data DIR
      --apply           first change the database to match the document
      --drop ADDRESS
      --with-gaps       start although the document has gaps
      --json
  writ test FILE        test on a fresh copy what the document says must and must not happen
      --only ADDRESS    only the clauses whose addresses begin with it: 6/Ticket
      --mutate          then test documents with one changed clause, and report changes that no case notices
      --json            for programs: {"passed", "failed", "notTried", "cases": […]}
      --junit FILE      also write a report as JUnit XML
      --screens         also open every screen in Chromium, as every kind of user
      --explore TIME    instead, simulate random users for this time (60s, 10m), and report every difference
      --seed N          with --explore: the seed of the random choices, to repeat them
      --watch           test again after each save, first what the edit may affect, until Ctrl-C
      --url ADDRESS     test the product that runs there, with its own rows; service key in WRIT_SERVICE_KEY
      --send            with --url: also test what sends mails, notices and calls
  writ types FILE       print TypeScript types of the document for @supabase/supabase-js
      --screens         also for its components
      --calls           for the code of its calls instead
  writ role add FILE EMAIL ROLE
                        give a role that is named at installation, also while the product runs
      --data DIR
  writ keys FILE        list the keys that sign tokens, without their secrets
  writ keys service FILE
                        print the service key, which bypasses every permission, for programs on servers
  writ keys rotate FILE sign with a new key, also while the product runs; earlier tokens stay valid until they expire
      --data DIR
      --json
  writ explain [CODE]   explain a code, or list all codes
  writ explain THING FILE
                        show the clause of a database object, or the objects of a clause
  writ new NAME         create a small complete document to start from

FILE may be - for standard input. DATABASE_URL selects another database. Exit codes: 0 done; 1 errors, or not
formatted, or stopped; 2 the call, a file or the database cannot be used.
`;
