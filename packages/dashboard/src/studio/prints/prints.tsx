import type { AssetResult } from '@platelight/sdk'
import { Download } from 'lucide-react'
import { ASSET_TYPES } from '../../generated/form-values.ts'
import { kindMessages as kinds, printMessages as t } from '../../messages/making-messages.ts'
import { messages } from '../../messages/messages.ts'

/** The pages of what was laid out, and its files. @param isOld whether the form says something else by now */
export function Prints({ result, isOld }: { readonly result: AssetResult; readonly isOld: boolean }) {
  const type = ASSET_TYPES.find((one) => one === result.asset_type) ?? 'poster'
  const pages = result.files.filter(({ format }) => format === 'png')
  return (
    <section className="stack" aria-label={t.made}>
      <h3>{t.made}</h3>
      {isOld && <p className="notice">{t.again}</p>}
      <ul className="prints">
        {pages.map(({ url, page = 1, width, height }) => (
          <li key={url}>
            <img src={url} alt={t.pageAlt(kinds[type], page)} width={width} height={height} />
          </li>
        ))}
      </ul>
      <p className="row">
        {result.files.map(({ url, format, page }) => (
          <a
            key={url}
            className="button plain small"
            href={url}
            download={`${type}${page && page > 1 ? `-${page}` : ''}.${format === 'jpeg' ? 'jpg' : format}`}
          >
            <Download aria-hidden />
            {page && page > 1 ? t.downloadPage(format, page) : t.download(format)}
          </a>
        ))}
      </p>
      <p className="hint">{t.forPrint}</p>
      <ul className="warnings">
        {result.warnings.map(({ code, message }) => (
          <li key={code + message}>
            <span lang="en">{message}</span> <a href={`/docs/warnings/${code}`}>{messages.studio.warningPage}</a>
          </li>
        ))}
      </ul>
    </section>
  )
}
