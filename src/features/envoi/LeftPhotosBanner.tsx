import { useSelector } from '@tanstack/react-store'
import { Link, useLocation } from '@tanstack/react-router'
import { ImageUp } from 'lucide-react'
import { useEffect, useState } from 'react'
import { countsAsPending, isPending } from '#upload-queue/engine/states.ts'
import { pendingVideos } from '#upload-queue/queueView.ts'
import { disabledAccount } from '#src/api/disabledAccount.ts'
import { useUploadQueueValue } from '#src/pwa/queue/uploadQueue.ts'
import { useItemsOf } from '#src/pwa/queue/useItemsOf.ts'
import { Banner } from '#src/ui/banner/Banner.tsx'
import { Button } from '#src/ui/button/Button.tsx'
import { ofName } from '#domain/texte/ofName.ts'
import { mediaBesides, mediaCount, mediaWords } from '#src/ui/text/mediaWords.ts'
import { agree } from '#src/ui/text/quantities.ts'
import { LeftOwnersSheet, type OwnerWithPhotos } from './LeftOwnersSheet.tsx'
import { forgetNames, leftPeople, nameOf, singleAccountName } from './leftNames.ts'

interface Props {
  /** How many photos and videos wait. */
  left: number
  /** Whether the photos of the queue's owner are those of an entry: they do not wait for a login. */
  isEntryOpen: boolean
}

/** Shown on every signed-out page, if photos wait on this device. */
export default function LeftPhotosBanner({ left: waiting, isEntryOpen }: Props) {
  const videos = useUploadQueueValue(
    ({ othersVideos, items }) => othersVideos + (isEntryOpen ? 0 : pendingVideos(items)),
  )
  const disabledId = useSelector(disabledAccount)
  const people = leftPeople()
  const owners = disabledId === null ? people : [{ id: disabledId, end: 'compte' as const }, ...people]
  const itemsOf = useItemsOf(owners.map(({ id }) => id))
  useEffect(() => {
    if (waiting === 0) forgetNames()
  }, [waiting])
  if (waiting === 0 || itemsOf === null) return null
  const withPhotos: OwnerWithPhotos[] = owners
    .map(({ id, end }) => ({
      id,
      end,
      items: (itemsOf.get(id) ?? []).filter((item) => isPending(item.state) && countsAsPending(item)),
    }))
    .filter(({ items }) => items.length > 0)
  const shown = withPhotos.flatMap(({ items }) => items)
  return (
    <>
      <OfOwners owners={withPhotos.filter(({ end }) => end === 'compte')} />
      <OfOwners owners={withPhotos.filter(({ end }) => end !== 'compte')} />
      {waiting > shown.length && <OfAccount {...mediaBesides({ all: waiting, videos }, shown)} />}
    </>
  )
}

/** No login shows these photos: their owners can save or delete them here. */
function OfOwners({ owners }: { owners: readonly OwnerWithPhotos[] }) {
  const [isOpen, setOpen] = useState(false)
  const [first] = owners
  const items = owners.flatMap((owner) => owner.items)
  if (first === undefined) return null
  return (
    <>
      <Banner
        bar
        tone="amber"
        announce="status"
        icon={<ImageUp className="icon--small" />}
        action={
          <Button look="quiet" onClick={() => setOpen(true)}>
            Voir
          </Button>
        }
      >
        {owners.length === 1
          ? ofOneOwner(first)
          : `${mediaWords(items)} de ${owners.length} personnes ${agree(items.length, 'attend', 'attendent')} sur ce téléphone.`}
      </Banner>
      {isOpen && <LeftOwnersSheet owners={owners} onClose={() => setOpen(false)} />}
    </>
  )
}

function ofOneOwner({ id, end, items }: OwnerWithPhotos): string {
  const name = nameOf(id)
  const media = `${mediaWords(items)}${name === null ? ' sur ce téléphone' : ` ${ofName(name)}`}`
  if (end === 'compte') return `Ce compte est désactivé : ${media} ${agree(items.length, 'ne part', 'ne partent')} pas.`
  if (end === 'donnees')
    return `Le compte${name === null ? '' : ` ${ofName(name)}`} est supprimé : ${mediaWords(items)} ${agree(items.length, 'ne partira pas', 'ne partiront pas')}.`
  return end === 'participation'
    ? `L'organisateur a mis fin à votre participation : ${media} ${agree(items.length, 'ne partira pas', 'ne partiront pas')}.`
    : `${media} ${agree(items.length, 'attend', 'attendent')} : entrez de nouveau par le lien de l'événement.`
}

function OfAccount(left: { photos: number; videos: number }) {
  const { pathname, href } = useLocation()
  const name = singleAccountName()
  const whose = name === null ? ' sur ce téléphone' : ` ${ofName(name)}`
  return (
    <Banner
      bar
      tone="amber"
      announce="status"
      icon={<ImageUp className="icon--small" />}
      action={
        pathname !== '/login' && (
          <Link to="/login" search={{ redirect: pathname === '/' ? '/participant/envois' : href }}>
            Se connecter
          </Link>
        )
      }
    >
      {`${mediaCount(left)}${whose} ${left.photos + left.videos === 1 ? 'attend' : 'attendent'} : reconnectez-vous.`}
    </Banner>
  )
}
