// The registry may lack bindings of foreign platforms; npm then writes optional edges without their package,
// and `npm ci` refuses that lock. This drops such edges. Run by `npm run lock` after every change of dependencies.
import { readFileSync, writeFileSync } from 'node:fs'

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'))
let dropped = 0
for (const [from, entry] of Object.entries(lock.packages)) {
  for (const name of Object.keys(entry.optionalDependencies ?? {})) {
    if (isLocked(from, name)) continue
    delete entry.optionalDependencies[name]
    dropped += 1
  }
}
writeFileSync('package-lock.json', `${JSON.stringify(lock, null, 2)}\n`)
console.log(`Verrou : ${dropped} dépendances facultatives absentes du registre retirées.`)

function isLocked(from, name) {
  let folder = from
  for (;;) {
    if (lock.packages[`${folder ? `${folder}/` : ''}node_modules/${name}`]) return true
    if (folder === '') return false
    const cut = folder.lastIndexOf('/node_modules/')
    folder = cut < 0 ? '' : folder.slice(0, cut)
  }
}
