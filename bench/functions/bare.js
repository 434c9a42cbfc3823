// What a call is measured against: the same answer from a server in Deno that does nothing else.
/* global Deno */
Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: ({ port }) => console.log(port) }, async (request) => {
  const { words } = await request.json();
  return Response.json({ told: words });
});
