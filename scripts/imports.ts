// Draws the imports between rooms and folders into docs/imports.md: npm run imports
import { writeFileSync } from 'node:fs'
import { importGraph } from './importGraph.ts'

export const importsPath = 'docs/imports.md'

/** The page with its Mermaid pictures: the rooms, and the folders of the upload queue and of the app. */
export function importsPage(): string {
  const graph = importGraph()
  return `# Imports

Generated from the imports by \`npm run imports\`; a test compares it with the code.
[Architecture](architecture.md) says what the folders do. An arrow points to what is imported, types included. A box with
the name of its room is the files directly in the room's folder. Arrows between two folders can point both ways; a test
allows no circle of imports between files.

## Rooms

${mermaid(graph, (file) => file.split('/')[0])}

## Folders of the upload queue

${mermaid(graph, (file) => folderIn(file, 'upload-queue'))}

## Folders of the app

${mermaid(graph, (file) => folderIn(file, 'src'))}
`
}

/** @param groupOf the box of a file; undefined leaves it out */
function mermaid(graph: ReadonlyMap<string, readonly string[]>, groupOf: (file: string) => string | undefined): string {
  const arrows = new Set<string>()
  for (const [file, imports] of graph) {
    const from = groupOf(file)
    for (const to of imports.map(groupOf)) {
      if (from !== undefined && to !== undefined && from !== to) arrows.add(`  ${from} --> ${to}`)
    }
  }
  return ['```mermaid', 'flowchart TD', ...[...arrows].toSorted(), '```'].join('\n')
}

/** The folder of a file in its room; the room's own name for a file at its root. */
function folderIn(file: string, room: string): string | undefined {
  const [first, folder = '', ...rest] = file.split('/')
  if (first !== room) return undefined
  return rest.length > 0 ? folder : room
}

if (import.meta.main) writeFileSync(importsPath, importsPage())
