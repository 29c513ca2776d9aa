import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { typographie } from '#domain/texte/typographie.ts'
import { escaped, htmlDocument } from './htmlText.ts'

const styleAddress = '/page.css'

/**
 * Serves the style sheet of server-rendered pages from a URL, so that the Content-Security-Policy needs no inline
 * style.
 */
export function servePageStyle(app: FastifyInstance): void {
  app.get(styleAddress, (_request, reply) =>
    reply.type('text/css; charset=utf-8').header('Cache-Control', 'no-cache').send(style),
  )
}

/** Whether a browser opens the address itself, by a mailed link or a form: the app's calls do not ask for HTML. */
export function isForPage({ headers }: FastifyRequest): boolean {
  return headers.accept?.includes('text/html') === true
}

/**
 * A server-rendered page: French, without script, light and dark.
 * @param titre plain text, also the heading
 * @param corps markup; user text in it must be escaped
 */
export function plainPage(reply: FastifyReply, { titre, corps }: { titre: string; corps: string }): string {
  void reply.type('text/html; charset=utf-8').header('Cache-Control', 'no-store')
  const heading = typographie(titre)
  return htmlDocument({
    titre: `${heading} · Éclats`,
    head: `<meta name="robots" content="noindex">\n<link rel="icon" href="/icons/eclats.svg">\n<link rel="stylesheet" href="${styleAddress}">`,
    body: `<body>\n<main>\n<h1>${escaped(heading)}</h1>\n${corps}\n</main>\n</body>`,
  })
}

const style = `:root{color-scheme:light dark}
body{margin:0;padding:1.5rem 1rem;background:light-dark(#fbf6f3,#150e13);color:light-dark(#23171f,#f4efec);
font:1rem/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif}
main{max-width:42rem;margin:0 auto}
h1{font-size:1.5rem}
h2{font-size:1.25rem;margin:2rem 0 1rem}
article h2,h3{font-size:1.125rem;margin:0;overflow-wrap:anywhere}
ol{list-style:none;margin:1.5rem 0 0;padding:0;display:grid;gap:1rem}
article{padding:1rem 1.25rem;background:light-dark(#fffcfa,#1f161d);border:1px solid light-dark(#eadfdb,#382c34);border-radius:12px}
.quiet{margin:.25rem 0 0;color:light-dark(#594b52,#cbc2be)}
.words{margin:.75rem 0 0;white-space:pre-wrap;overflow-wrap:anywhere}
a{color:inherit}
pre{margin:.5rem 0 0;overflow-x:auto;font-size:.875rem}
summary{min-height:44px;display:list-item;align-content:center;cursor:pointer}
button{min-height:44px;padding:.6rem 1.25rem;border:0;border-radius:10px;background:#fc7660;color:#050304;font:inherit;font-weight:600}
button.lesser{background:none;color:inherit;box-shadow:inset 0 0 0 1px light-dark(#a3959b,#6f616b)}
form{margin:1.5rem 0 0}
ol form{margin:0}
.way{display:inline-block;padding:.75rem 0;margin:.5rem 0 0}
:focus-visible{outline:3px solid light-dark(#23171f,#f4efec);outline-offset:2px}
`
