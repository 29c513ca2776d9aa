import type { Rollup } from 'vite'

/**
 * Names of the scripts and styles of the chunk that holds a module, and of all it imports; what is imported comes
 * first, as the browser reads it.
 */
export function partsOf(bundle: Rollup.OutputBundle, module: string): { styles: string[]; scripts: string[] } {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const first = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.includes(module)))
  if (!first) throw new Error(`no chunk holds ${module}`)
  const known = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const seen = new Set<Rollup.OutputChunk>()
  const read: Rollup.OutputChunk[] = []
  const readBehindImports = (chunk: Rollup.OutputChunk) => {
    if (seen.has(chunk)) return
    seen.add(chunk)
    for (const name of chunk.imports) {
      const imported = known.get(name)
      if (imported) readBehindImports(imported)
    }
    read.push(chunk)
  }
  readBehindImports(first)
  const beyondEntry = read.filter(({ isEntry }) => !isEntry)
  const styles = new Set(beyondEntry.flatMap(({ viteMetadata }) => Array.from(viteMetadata?.importedCss ?? [])))
  return { styles: [...styles], scripts: read.map(({ fileName }) => fileName) }
}
