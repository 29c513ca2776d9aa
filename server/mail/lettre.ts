import { typographie } from '#domain/texte/typographie.ts'
import { escaped, htmlDocument } from '../http/htmlText.ts'
import { subjectWithoutAddress, withoutLinks } from './withoutLinks.ts'

/**
 * The content of a message, from which its plain text and its HTML are made. Ordinary spaces, no markup. Only the URLs
 * of the button and of desinscription become links.
 */
export interface Lettre {
  readonly sujet: string
  /** First name for the greeting; null when unknown. */
  readonly prenom: string | null
  /** Each on one line, or its lines: a title that another person wrote starts no line. */
  readonly paragraphes: readonly Paragraphe[]
  /** The action link; its URL is also shown as text. */
  readonly bouton?: { readonly libelle: string; readonly adresse: string }
  /** After the button: validity of the link, what to do when the recipient did not ask for it. */
  readonly suite?: readonly string[]
  /** URL that unsubscribes from this kind of message: a page with a button, and one-click (RFC 8058). */
  readonly desinscription?: string
}

type Paragraphe = string | readonly string[]

const signature = 'Éclats, les souvenirs de vos événements'
const declineLabel = 'Ne plus recevoir ces avis par e-mail'

/** The plain text of a mail. */
export function texteOf({ prenom, paragraphes, bouton, suite = [], desinscription }: Lettre): string {
  const blocks = [
    plainText(greeting(prenom)),
    ...paragraphes.map((one) => plainLines(one).join('\n')),
    ...(bouton ? [`${plainText(`${bouton.libelle} :`)}\n${bouton.adresse}`] : []),
    ...suite.map(plainText),
    `-- \n${signature}`,
    ...(desinscription === undefined ? [] : [`${plainText(`${declineLabel} :`)}\n${desinscription}`]),
  ]
  return `${blocks.join('\n\n')}\n`
}

/**
 * The HTML of a message: no images, nothing external, light and dark. Styles are inline, because mail clients drop
 * others.
 */
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

/** The subject of a message: on one line, without website addresses. */
export function sujetOf({ sujet }: Pick<Lettre, 'sujet'>): string {
  return typographie(onOneLine(subjectWithoutAddress(sujet)))
}

/** A sentence with French spaces, on one line, without text that mail clients turn into links. */
function plainText(text: string): string {
  return typographie(onOneLine(withoutLinks(text)))
}

/** The lines of a paragraph, without blank ones. No space is left of "-- ", which would start a signature. */
function plainLines(paragraphe: Paragraphe): string[] {
  const lines = typeof paragraphe === 'string' ? [paragraphe] : paragraphe
  return lines.map(plainText).filter((line) => line !== '')
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

function paragraph(paragraphe: Paragraphe): string {
  return `<p style="margin:0 0 16px">${plainLines(paragraphe).map(escaped).join('<br>')}</p>`
}

function quiet(text: string): string {
  return `<p class="quiet" style="${styles.quiet}">${escaped(plainText(text))}</p>`
}

function button({ libelle, adresse }: NonNullable<Lettre['bouton']>): string {
  const to = escaped(adresse)
  const inWords = `<a href="${to}" style="color:inherit;word-break:break-all">${to}</a>`
  return `<p style="margin:24px 0"><a href="${to}" style="${styles.button}">${escaped(plainText(libelle))}</a></p>
<p class="quiet" style="${styles.quiet}">${escaped(plainText('Si le bouton ne répond pas, ouvrez cette adresse :'))}<br>${inWords}</p>`
}

function decline(desinscription: string | undefined): string {
  if (desinscription === undefined) return ''
  return `<br><a href="${escaped(desinscription)}" style="color:inherit">${escaped(plainText(declineLabel))}</a>`
}
