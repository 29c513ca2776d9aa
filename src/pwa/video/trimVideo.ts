import {
  EncodedAudioPacketSource,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  MovOutputFormat,
  Mp4OutputFormat,
  Output,
  StreamTarget,
  type EncodedPacket,
  type InputAudioTrack,
  type InputTrack,
} from 'mediabunny'
import { withMovieTimes } from './movieTimes.ts'
import type { TrackPart, TrimPlan } from './trimPlan.ts'
import { inSlices, type OpenVideo } from './videoPackets.ts'

/** Bytes written at a time: few large pieces, which the browser keeps outside the memory of the page. */
const pieceBytes = 4 * 1024 * 1024

interface Options {
  /** Called with the bytes copied so far. */
  readonly progress: (bytes: number) => void
  /** Ends the copying; the promise then rejects with its reason. */
  readonly signal: AbortSignal
}

/**
 * Copies a part of a video into a new file, packet by packet: nothing is decoded. The index is in front, so that the
 * file plays before it is loaded whole. The recording time stays; all other tags are dropped, the place among them, and
 * the tracks that are neither pictures nor sound in a known format.
 * @throws when the video cannot be read to the end of the part
 */
export function trimVideo(video: OpenVideo, plan: TrimPlan, { progress, signal }: Options): Promise<Blob> {
  const aborted = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
  })
  // A read that hangs does not delay the end of the copying.
  return Promise.race([copyPart(video, plan, { progress, signal }), aborted])
}

async function copyPart(video: OpenVideo, plan: TrimPlan, { progress, signal }: Options): Promise<Blob> {
  const written = blobStream()
  const format = video.isQuickTime ? MovOutputFormat : Mp4OutputFormat
  const output = new Output({
    format: new format({ fastStart: 'reserve' }),
    target: new StreamTarget(written.stream, { chunked: true, chunkSize: pieceBytes }),
  })
  try {
    const tracks = [await addPicture(output, video, plan)]
    for (const [index, sound] of video.sounds.entries()) {
      const part = plan.sounds[index]
      if (part && part.to > part.from) tracks.push(await addSound(output, sound, part))
    }
    await output.start()
    let bytes = 0
    for await (const { packet, add } of inSlices(inTimeOrder(tracks))) {
      signal.throwIfAborted()
      bytes += packet.byteLength
      // Presented before the key frame at the start: they refer to pictures that are not copied (open GOP).
      if (packet.timestamp < plan.begin) continue
      await add(packet.clone({ timestamp: packet.timestamp - plan.begin }))
      progress(bytes)
    }
    await output.finalize()
  } catch (error) {
    await output.cancel()
    throw error
  }
  const part = await withMovieTimes(written.blob(), video.file)
  return part.slice(0, part.size, video.isQuickTime ? 'video/quicktime' : 'video/mp4')
}

interface CopiedTrack {
  readonly packets: AsyncGenerator<EncodedPacket, void>
  readonly add: (packet: EncodedPacket) => Promise<void>
}

async function addPicture(output: Output, { picture }: OpenVideo, plan: TrimPlan): Promise<CopiedTrack> {
  const [codec, decoderConfig] = [await picture.getCodec(), await picture.getDecoderConfig()]
  if (codec === null || decoderConfig === null) throw new Error('unknown video codec')
  const source = new EncodedVideoPacketSource(codec)
  output.addVideoTrack(source, {
    transformationMatrix: await picture.getTransformationMatrix(),
    maximumPacketCount: plan.picture.to - plan.picture.from,
  })
  return { packets: packetsOf(picture, plan.picture), add: (packet) => source.add(packet, { decoderConfig }) }
}

async function addSound(output: Output, sound: InputAudioTrack, part: TrackPart): Promise<CopiedTrack> {
  const [codec, decoderConfig] = [await sound.getCodec(), await sound.getDecoderConfig()]
  if (codec === null || decoderConfig === null) throw new Error('unknown audio codec')
  const source = new EncodedAudioPacketSource(codec)
  output.addAudioTrack(source, {
    maximumPacketCount: part.to - part.from,
    languageCode: await sound.getLanguageCode(),
    disposition: await sound.getDisposition(),
  })
  return { packets: packetsOf(sound, part), add: (packet) => source.add(packet, { decoderConfig }) }
}

async function* packetsOf(track: InputTrack, { from, to, begin }: TrackPart): AsyncGenerator<EncodedPacket, void> {
  const sink = new EncodedPacketSink(track)
  let packet = track.isVideoTrack() ? await sink.getKeyPacket(begin) : await sink.getPacket(begin)
  if (packet?.timestamp !== begin || (await track.determinePacketType(packet)) === 'delta')
    throw new Error(`Expected a key packet at ${begin} s`)
  for (let index = from; index < to; index++) {
    if (packet === null) throw new Error(`Expected ${to - from} packets, found ${index - from}`)
    yield packet
    packet = await sink.getNextPacket(packet)
  }
}

/** The packets of all tracks, the earliest first: in the file, the pictures and sounds of a moment are close. */
async function* inTimeOrder(tracks: readonly CopiedTrack[]): AsyncGenerator<{
  packet: EncodedPacket
  add: CopiedTrack['add']
}> {
  const waiting = await Promise.all(
    tracks.map(async ({ packets, add }) => ({ packets, add, next: await packets.next() })),
  )
  for (;;) {
    const [first] = waiting
      .flatMap((track) => (track.next.done ? [] : [{ track, packet: track.next.value }]))
      .toSorted((a, b) => a.packet.timestamp - b.packet.timestamp)
    if (!first) return
    yield { packet: first.packet, add: first.track.add }
    first.track.next = await first.track.packets.next()
  }
}

/** Collects what is written. Only the index and a length are written over what is there, at the end. */
function blobStream() {
  let blob = new Blob()
  const stream = new WritableStream<{ data: Uint8Array<ArrayBuffer>; position: number }>({
    write({ data, position }) {
      // Browsers compose blobs without reading or copying them.
      blob = new Blob([blob.slice(0, position), data, blob.slice(position + data.byteLength)])
    },
  })
  return { stream, blob: () => blob }
}
