// What `writ --help` says.
export const usage = `writ: runs a product specification

  writ check FILE…      say everything that is wrong or still open in documents
      --json            for machines: {"problems": […]}
      --format github   annotations for a workflow
  writ fmt FILE…        bring tables, lists and expressions into one form
      --fix             also mend what says itself how, and say what remains
      --check           only say which files would change
  writ plan FILE        what would change in the database, as SQL, and what it would lose
      --data DIR        the folder of the database; .writ beside the document without it
      --json            for machines: {"steps": […], "drift": […]}
  writ apply FILE       make the database what the document says
      --data DIR
      --drop ADDRESS    lose what stood at that clause; once for each
      --yes             without asking
  writ run FILE         serve the product of a document, until Ctrl-C
      --port N          0 takes a free one; 8000 without it
      --data DIR
      --sample          with the document's sample rows and people, one for each role
      --role EMAIL=ROLE give somebody a role that is named at installation; once for each
      --drop ADDRESS
      --json            for machines: one line {"url", "anonKey", "serviceKey", "databaseUrl"} when it answers
  writ start FILE       serve it in production: no errors, no gaps, no change pending; settings from the environment
      --port N          8000 without it
      --data DIR
      --apply           make the database what the document says first
      --drop ADDRESS
      --with-gaps       although something is not shown
      --json
  writ test FILE        try what the document says must and must not happen, on a fresh copy, and say what was shown
      --only ADDRESS    the clauses whose addresses begin with it: 6/Ticket
      --mutate          then try documents that differ in one clause, and say of which nobody would notice
      --json            for machines: {"passed", "failed", "notTried", "cases": […]}
      --junit FILE      also as JUnit's XML
      --screens         also opens every screen as everybody in this machine's Chromium
      --explore TIME    instead lets random people play for so long (60s, 10m), and says where the document says otherwise
      --seed N          with --explore: the number that stories are drawn from, to see the same ones again
      --watch           again after each save, what it may have changed first, until Ctrl-C
      --url ADDRESS     on a product that runs there, in rows of its own making; its service key from WRIT_SERVICE_KEY
      --send            also what lets mails, notices and calls go out there
  writ types FILE       TypeScript types of the document for @supabase/supabase-js
      --screens         also for its components: what writ/screen knows of them
      --calls           for the code of its calls instead: what it is given, reads, writes and answers
  writ role add FILE EMAIL ROLE
                        give somebody a role that is named at installation, also while it runs
      --data DIR
  writ keys FILE        the keys that tokens are signed with, without what is secret
  writ keys service FILE the key that passes every right, for programs on servers
  writ keys rotate FILE sign with a new one, also while it runs; earlier tokens stay good until they end
      --data DIR
      --json
  writ explain [CODE]   what a code means and what to write instead; all codes without one
  writ new NAME         a small complete document to start from

  writ explain THING FILE
                        the clause of a database object, or the objects of a clause

FILE may be - for standard input. With DATABASE_URL the database is that one. Exit code 0: done; 1: errors (or not
formatted, or stopped); 2: the call, a file or the database is no good.
`;
