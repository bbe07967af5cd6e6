import type { Routes } from '../../contract/index.ts'
import { InvalidRequest } from '../../errors.ts'
import type { Uploads } from './uploads.ts'

export const mobileRoutes = ({ uploads }: { uploads: Uploads }): Pick<Routes<'mobile'>, 'uploads'> => ({
  uploads: ({ user, files }) => {
    const image = files.find(({ field }) => field === 'image')
    if (!image) throw new InvalidRequest([{ loc: ['body', 'image'], msg: 'is required', type: 'missing' }])
    return uploads.store(user.account.id, image.path)
  },
})
