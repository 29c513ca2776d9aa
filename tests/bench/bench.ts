// `npm run bench`: every row is measured and said to be met or not; a missed goal does not end the run.
import { postgresEventList } from './eventList.ts'
import { firstRouteScript } from './firstRouteScript.ts'
import { queueMemory } from './queueMemory.ts'
import type { Row } from './row.ts'
import { uploadMemory } from './uploadMemory.ts'
import { uploadSpeed } from './uploadSpeed.ts'

const rows: readonly Row[] = [firstRouteScript, uploadSpeed, uploadMemory, queueMemory, postgresEventList]
const wanted = process.argv.slice(2)

for (const row of rows.filter(({ what }) => wanted.every((word) => what.includes(word)))) {
  const { figure, detail, isMet } = await row.measure()
  console.log(`\n${row.what}, against ${row.against}`)
  console.log(`  ${figure} (goal ${row.goal}): ${isMet ? 'met' : 'NOT MET'}`)
  console.log(`  ${detail}`)
}
process.exit()
