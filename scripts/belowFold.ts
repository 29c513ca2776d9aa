import { AtRule, parse, Rule, type Container, type Declaration, type Node } from 'postcss'

/** Splits the content of a page before its first element with `data-below-fold`; nothing is below without one. */
export function splitAtFold(body: string): { above: string; below: string } {
  const at = /<\w+(?=[^>]*\sdata-below-fold)/.exec(body)?.index ?? body.length
  return { above: body.slice(0, at), below: body.slice(at) }
}

/** The declarations of a style sheet that are missing in another one, in their order. */
export function styleBeyond(css: string, given: string): string {
  const known = new Set<string>()
  parse(given).walkDecls((declaration) => void known.add(keyOf(declaration)))
  const sheet = parse(css)
  sheet.walkDecls((declaration) => {
    if (known.has(keyOf(declaration))) declaration.remove()
  })
  removeEmpty(sheet)
  return sheet.toString()
}

/** A declaration with its selector and all rules around it. */
function keyOf(declaration: Declaration): string {
  const key = [declaration.toString()]
  let around: Node | undefined = declaration.parent
  for (; around !== undefined; around = around.parent) {
    if (around instanceof Rule) key.push(around.selector)
    if (around instanceof AtRule) key.push(`@${around.name} ${around.params}`)
  }
  return key.join('|')
}

function removeEmpty(sheet: Container): void {
  sheet.each((node) => {
    if (!(node instanceof Rule || (node instanceof AtRule && node.nodes !== undefined))) return
    removeEmpty(node)
    if (node.nodes?.length === 0) node.remove()
  })
}
