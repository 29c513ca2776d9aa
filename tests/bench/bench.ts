// `npm run bench`: measures every row and shows whether its goal is met; a missed goal does not end the run.
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
import type { Row } from './row.ts'
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
const wanted = process.argv.slice(2)

for (const row of rows.filter(({ what }) => wanted.every((word) => what.includes(word)))) {
  const { figure, detail, isMet } = await row.measure()
  console.log(`\n${row.what}, against ${row.against}`)
  console.log(`  ${figure} (goal ${row.goal}): ${isMet ? 'met' : 'NOT MET'}`)
  console.log(`  ${detail}`)
}
process.exit()
