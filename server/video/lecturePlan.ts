import type { VideoFacts } from './videoFacts.ts'

/** `remux`: the pictures stay as they are, in a new container. `encode`: they are compressed again. */
export type LectureWork = 'remux' | 'encode'

const fullHd = { long: 1920, short: 1080 }
const hd = { long: 1280, short: 720 }
/** A little above 60: phones record 60.03. */
const maxFramesPerSecond = 61
const maxBitsPerSecond = 12_000_000
const remuxedPixels = new Set(['yuv420p', 'yuvj420p'])
const remuxedSounds = new Set([null, 'aac', 'mp3'])

/**
 * What makes a video play in every browser: an H.264 video of 8 bits, at most
 * 1080p60 and 12 Mbit/s, with AAC, MP3 or no sound needs no encoding.
 */
export function lectureWork(facts: VideoFacts): LectureWork {
  const { codec, pixels, framesPerSecond, bitsPerSecond, isHdr, audioCodec } = facts
  const plays =
    codec === 'h264' &&
    remuxedPixels.has(pixels) &&
    !isHdr &&
    remuxedSounds.has(audioCodec) &&
    isWithin(facts, fullHd) &&
    framesPerSecond <= maxFramesPerSecond &&
    bitsPerSecond <= maxBitsPerSecond
  return plays ? 'remux' : 'encode'
}

/** No place, device, chapter or version of ffmpeg. */
const anonymous = ['-map_metadata', '-1', '-map_chapters', '-1', '-fflags', '+bitexact', '-flags', '+bitexact']
/** The index is before the pictures. */
const output = [...anonymous, '-movflags', '+faststart', '-f', 'mp4']

/** The arguments of ffmpeg after its input. @param threads of the encoder */
export function lectureArgs(facts: VideoFacts, work: LectureWork, threads: number): readonly string[] {
  const streams = ['-map', '0:V:0', '-map', '0:a:0?']
  // Messages between the pictures (SEI) may name a place or a device.
  if (work === 'remux') return [...streams, '-c', 'copy', '-bsf:v', 'filter_units=remove_types=6', ...output]
  const { largeur, hauteur } = encodedSize(facts)
  const filters = [`scale=${largeur}:${hauteur}`, 'setsar=1', ...(facts.isHdr ? toneMapping : []), 'format=yuv420p']
  const picture = ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '23', ...rate, ...seeking]
  const limits = ['-threads', String(threads), '-filter_threads', String(threads), '-fpsmax', '60']
  const sound = ['-c:a', 'aac', '-b:a', '128k', '-ac', '2']
  return [...streams, ...limits, '-vf', filters.join(','), ...picture, ...sound, ...output]
}

/** 720p rarely needs more; noise would. */
const rate = ['-maxrate', '6M', '-bufsize', '12M']
/** A key frame every two seconds: a move through the film decodes the pictures from there. */
const seeking = ['-force_key_frames', 'expr:gte(t,n_forced*2)']

/** From HLG or PQ to the colours of a screen without HDR. */
export const toneMapping = [
  'zscale=t=linear:npl=100',
  'format=gbrpf32le',
  'zscale=p=bt709',
  'tonemap=hable:desat=0',
  'zscale=t=bt709:m=bt709:r=tv',
]

/** At most 720p, upright or not; H.264 wants even sides. */
function encodedSize(facts: VideoFacts): Pick<VideoFacts, 'largeur' | 'hauteur'> {
  const scale = Math.min(1, hd.long / longSide(facts), hd.short / shortSide(facts))
  const even = (side: number) => Math.max(2, Math.round((side * scale) / 2) * 2)
  return { largeur: even(facts.largeur), hauteur: even(facts.hauteur) }
}

function isWithin(facts: VideoFacts, { long, short }: typeof hd): boolean {
  return longSide(facts) <= long && shortSide(facts) <= short
}

function longSide({ largeur, hauteur }: VideoFacts): number {
  return Math.max(largeur, hauteur)
}

function shortSide({ largeur, hauteur }: VideoFacts): number {
  return Math.min(largeur, hauteur)
}
