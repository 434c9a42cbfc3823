// `npm run build`: the web application, where its sources have changed.
import { buildTelling } from "./build-telling.ts";

await buildTelling();
