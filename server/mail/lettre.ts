import { typographie } from '#domain/texte/typographie.ts'
import { escaped, htmlDocument } from '../http/htmlText.ts'
import { subjectWithoutAddress, unlinked } from './unlinked.ts'

/**
 * What a message says, once: its plain text and its page are both made of it. Ordinary spaces, no markup. Only the
 * addresses of the button and of desinscription become links.
 */
export interface Lettre {
  readonly sujet: string
  /** Whom it greets; null when their name is not known. */
  readonly prenom: string | null
  readonly paragraphes: readonly string[]
  /** What to do, and where; the address also stands in words. */
  readonly bouton?: { readonly libelle: string; readonly adresse: string }
  /** After the button: how long it holds, what to do if it was not you. */
  readonly suite?: readonly string[]
  /** Address that ends messages of this kind: a page with one button, and one click of a mail program (RFC 8058). */
  readonly desinscription?: string
}

const signature = 'Éclats, les souvenirs de vos événements'
const declineLabel = 'Ne plus recevoir ces avis par e-mail'

/** The plain text of a message. */
export function texteOf({ prenom, paragraphes, bouton, suite = [], desinscription }: Lettre): string {
  const blocks = [
    said(greeting(prenom)),
    ...paragraphes.map(said),
    ...(bouton ? [`${said(`${bouton.libelle} :`)}\n${bouton.adresse}`] : []),
    ...suite.map(said),
    `-- \n${signature}`,
    ...(desinscription === undefined ? [] : [`${said(`${declineLabel} :`)}\n${desinscription}`]),
  ]
  return `${blocks.join('\n\n')}\n`
}

/** The same message as a page: no picture, nothing fetched, light and dark. Mail programs drop what is not inline. */
export function htmlOf({ sujet, prenom, paragraphes, bouton, suite = [], desinscription }: Lettre): string {
  const blocks = [
    paragraph(greeting(prenom)),
    ...paragraphes.map(paragraph),
    ...(bouton ? [button(bouton)] : []),
    ...suite.map(quiet),
    `<p class="quiet" style="${styles.foot}">${escaped(signature)}${decline(desinscription)}</p>`,
  ]
  return htmlDocument({
    titre: sujetOf({ sujet }),
    head: `<style>${darkStyle}</style>`,
    body: `<body style="${styles.body}">
<div class="sheet" role="main" style="${styles.sheet}">
${blocks.join('\n')}
</div>
</body>`,
  })
}

function greeting(prenom: string | null): string {
  return prenom === null ? 'Bonjour,' : `Bonjour ${prenom},`
}

/** The subject of a message: on one line, without any address of a website. */
export function sujetOf({ sujet }: Pick<Lettre, 'sujet'>): string {
  return typographie(onOneLine(subjectWithoutAddress(sujet)))
}

/** A sentence as the app shows it: French spaces, on one line; nothing in it becomes a link. */
function said(text: string): string {
  return typographie(onOneLine(unlinked(text)))
}

function onOneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}

const font = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,sans-serif"
const styles = {
  body: `margin:0;padding:24px 12px;background:#fbf6f3;color:#23171f;${font};font-size:16px;line-height:1.5`,
  sheet: 'max-width:34em;margin:0 auto;padding:24px;background:#fffcfa;border:1px solid #eadfdb;border-radius:12px',
  button:
    'display:inline-block;padding:12px 20px;border-radius:10px;background:#fc7660;color:#050304;font-weight:600;text-decoration:none',
  quiet: 'margin:16px 0 0;color:#594b52;font-size:14px',
  foot: 'margin:24px 0 0;padding-top:16px;border-top:1px solid #eadfdb;color:#594b52;font-size:14px',
} as const

const darkStyle = `:root{color-scheme:light dark}a{color:inherit}
@media (prefers-color-scheme:dark){body{background:#150e13!important;color:#f4efec!important}
.sheet{background:#1f161d!important;border-color:#382c34!important}
.quiet{color:#cbc2be!important;border-color:#382c34!important}}`

function paragraph(text: string): string {
  return `<p style="margin:0 0 16px">${escaped(said(text))}</p>`
}

function quiet(text: string): string {
  return `<p class="quiet" style="${styles.quiet}">${escaped(said(text))}</p>`
}

function button({ libelle, adresse }: NonNullable<Lettre['bouton']>): string {
  const to = escaped(adresse)
  const inWords = `<a href="${to}" style="color:inherit;word-break:break-all">${to}</a>`
  return `<p style="margin:24px 0"><a href="${to}" style="${styles.button}">${escaped(said(libelle))}</a></p>
<p class="quiet" style="${styles.quiet}">${escaped(said('Si le bouton ne répond pas, ouvrez cette adresse :'))}<br>${inWords}</p>`
}

function decline(desinscription: string | undefined): string {
  if (desinscription === undefined) return ''
  return `<br><a href="${escaped(desinscription)}" style="color:inherit">${escaped(said(declineLabel))}</a>`
}
