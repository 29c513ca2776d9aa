// Run by `npm run lock` after every change of dependencies. Drops two kinds of edges that npm writes:
// - Optional edges whose package the registry lacks (bindings of foreign platforms): `npm ci` refuses such a lock.
// - The optional peer typescript: because of it, `npm ci --omit=dev` would install the compiler (31 MB).
import { readFileSync, writeFileSync } from 'node:fs'

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'))
let dropped = 0
for (const [from, entry] of Object.entries(lock.packages)) {
  if (entry.peerDependenciesMeta?.typescript?.optional) {
    delete entry.peerDependencies.typescript
    delete entry.peerDependenciesMeta.typescript
  }
  if (/^node_modules\/(typescript$|@typescript\/)/.test(from)) {
    delete entry.devOptional
    entry.dev = true
  }
  for (const name of Object.keys(entry.optionalDependencies ?? {})) {
    if (isLocked(from, name)) continue
    delete entry.optionalDependencies[name]
    dropped += 1
  }
}
writeFileSync('package-lock.json', `${JSON.stringify(lock, null, 2)}\n`)
console.log(`Removed ${dropped} optional dependencies that the registry lacks from package-lock.json.`)

function isLocked(from, name) {
  let folder = from
  for (;;) {
    if (lock.packages[`${folder ? `${folder}/` : ''}node_modules/${name}`]) return true
    if (folder === '') return false
    const cut = folder.lastIndexOf('/node_modules/')
    folder = cut < 0 ? '' : folder.slice(0, cut)
  }
}
