import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../sql-dialect.ts'

/** What all processes of an installation must agree on, and rate counters that they share. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await db.schema
    .createTable('installation')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('value', 'text', (c) => c.notNull())
    .addColumn('confirmed_at', 'text', (c) => c.notNull())
    .execute()
  if (dialect.name === 'postgres') await shareCounters(db)
}

async function shareCounters(db: Kysely<unknown>): Promise<void> {
  // Every request changes a counter, and counters may be lost in a crash of the database. So a request waits for no disk.
  await sql`alter table rate_counters set unlogged`.execute(db)
  // A function, because its plans are kept with the connection. One statement that does the same takes twice as long, most
  // of it for planning. Each statement of the function sees what was committed before it, so after waiting for a lock it
  // decides on the newest level.
  await sql`
    create function count_request(
      keys text[], steps float8[], maxima float8[], gains float8[], sinces int8[], starts int8[], fresh float8[],
      now_ms int8, latest_ms int8
    ) returns table (key text, level float8, at int8, taken boolean) language plpgsql as $function$
    #variable_conflict use_column
    declare
      allowed boolean := true;
      levels float8[] := '{}';
      times int8[] := '{}';
      found_level float8;
      found_at int8;
    begin
      for i in 1 .. cardinality(keys) loop
        select level, at into found_level, found_at from rate_counters where key = keys[i] for update;
        if not found then
          insert into rate_counters (key, level, at) values (keys[i], fresh[i], starts[i]) on conflict do nothing;
          select level, at into found_level, found_at from rate_counters where key = keys[i] for update;
        end if;
        if found_at between sinces[i] and latest_ms then
          levels[i] := least(maxima[i], found_level + greatest(0, now_ms - found_at) * gains[i]);
          times[i] := greatest(found_at, starts[i]);
        else
          levels[i] := fresh[i];
          times[i] := starts[i];
        end if;
        allowed := allowed and levels[i] + steps[i] between 0 and maxima[i];
      end loop;
      if allowed then
        for i in 1 .. cardinality(keys) loop
          update rate_counters set level = levels[i] + steps[i], at = times[i] where key = keys[i];
        end loop;
      end if;
      return query select keys[i], levels[i], times[i], allowed from generate_subscripts(keys, 1) as i;
    end
    $function$`.execute(db)
}
