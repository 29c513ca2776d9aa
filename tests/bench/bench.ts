// `npm run bench`: measures every row and shows whether its goal is met; a missed goal does not end the run.
// `npm run bench -- [words of the row] [--times 3]` measures some rows, each several times, and shows all figures.
import { parseArgs } from 'node:util'
import { accountSearch } from './accountSearch.ts'
import { albumAgainstArchiver, albumAgainstStream } from './albumZip.ts'
import { bareEventList, expressEventList, postgresEventList, unchangedEventList } from './eventList.ts'
import { fairSharing } from './fairSharing.ts'
import { filmWork } from './filmWork.ts'
import { firstFrame } from './firstFrame.ts'
import { firstPaint } from './firstPaint.ts'
import { firstRouteScript } from './firstRouteScript.ts'
import { firstVisits } from './firstVisit.ts'
import { galleryGrid } from './galleryGrid.ts'
import { galleryIndex } from './galleryIndex.ts'
import { growth } from './growth.ts'
import { idleQueue } from './idleQueue.ts'
import { pickAndSafe } from './pickAndSafe.ts'
import { pickSheet } from './pickSheet.ts'
import { queueMemory } from './queueMemory.ts'
import { requestsPerPhoto } from './requestsPerPhoto.ts'
import { reviewDesks } from './reviewDesk.ts'
import { liveStreams } from './liveStream.ts'
import type { Measured, Row } from './row.ts'
import { slowLines } from './slowLine.ts'
import { startUp } from './startUp.ts'
import { thumbnailBacklog } from './thumbnailBacklog.ts'
import { thumbnailServing } from './thumbnailServing.ts'
import { thumbnails } from './thumbnails.ts'
import { uploadMemory } from './uploadMemory.ts'
import { uploadSpeed } from './uploadSpeed.ts'

const rows: readonly Row[] = [
  firstRouteScript,
  firstPaint,
  startUp,
  uploadSpeed,
  uploadMemory,
  fairSharing,
  queueMemory,
  pickSheet,
  pickAndSafe,
  requestsPerPhoto,
  idleQueue,
  ...reviewDesks,
  accountSearch,
  bareEventList,
  expressEventList,
  unchangedEventList,
  postgresEventList,
  thumbnails,
  thumbnailBacklog,
  thumbnailServing,
  ...liveStreams,
  albumAgainstArchiver,
  albumAgainstStream,
  galleryIndex,
  galleryGrid,
  filmWork,
  firstFrame,
  growth,
  ...firstVisits,
  ...slowLines,
]
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { times: { type: 'string', default: '1' } },
})
const times = Number(values.times)

for (const row of rows.filter(({ what }) => positionals.every((word) => what.includes(word)))) {
  const measured: Measured[] = []
  for (let n = 0; n < times; n += 1) measured.push(await measure(row))
  const figures = measured.map(({ figure }) => figure).join(' | ')
  const met = measured.filter(({ isMet }) => isMet).length
  console.log(`\n${row.what}, against ${row.against}`)
  console.log(
    `  ${figures} (goal ${row.goal}): ${met === times ? 'met' : met === 0 ? 'NOT MET' : `met ${met} of ${times} times`}`,
  )
  for (const { detail } of measured) console.log(`  ${detail}`)
}
process.exit()

/** A row that fails does not end the run. */
async function measure(row: Row): Promise<Measured> {
  try {
    return await row.measure()
  } catch (error) {
    return { figure: 'not measured', detail: String(error), isMet: false }
  }
}
