const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text as it may stand in a page, between tags and inside a quoted attribute. */
export function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character)
}

/**
 * A whole French page, light and dark.
 * @param head more of the head; `body` is the whole element: both are markup
 */
export function htmlDocument({ titre, head, body }: { titre: string; head: string; body: string }): string {
  return `<!doctype html>
<html lang="fr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escaped(titre)}</title>
${head}
</head>
${body}
</html>
`
}
