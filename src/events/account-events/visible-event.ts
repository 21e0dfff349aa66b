/** Whether `caller` may see every event of the account (D-136). */
export const SEES_ALL_EVENTS = '(NOT caller.restricted OR caller.account_access IS NOT NULL)';

/**
 * The condition that `caller` may see the event `e`: all of the account, or for a restricted user
 * their own and those on entities that they have a grant on (D-136). A `disk_imagize` event is
 * about an instance and an image: a grant on either is enough (D-216).
 */
export const VISIBLE_EVENT = `(${SEES_ALL_EVENTS} OR e.user_id = caller.user_id
  OR EXISTS (SELECT FROM grants g WHERE g.user_id = caller.user_id AND e.granted_id = CASE e.granted_kind
    WHEN 'vpc' THEN g.vpc_id WHEN 'domain' THEN g.domain_id WHEN 'image' THEN g.image_id
    WHEN 'instance' THEN g.instance_id END)
  OR e.action = 'disk_imagize' AND EXISTS (SELECT FROM grants g
    WHERE g.user_id = caller.user_id AND g.image_id = (e.secondary_entity->>'id')::bigint))`;

const GRANTS =
  'caller JOIN grants g ON g.user_id = caller.user_id JOIN events e ON e.account_id = caller.account_id';

/**
 * The ids of the events that fulfil `VISIBLE_EVENT` for a restricted `caller`; each part reads an
 * index of its own.
 */
export const VISIBLE_EVENT_IDS = [
  'SELECT e.id FROM caller JOIN events e ON e.account_id = caller.account_id AND e.user_id = caller.user_id',
  ...['vpc', 'domain', 'image', 'instance'].map(
    (kind) => `SELECT e.id FROM ${GRANTS} AND e.granted_kind = '${kind}' AND e.granted_id = g.${kind}_id`,
  ),
  `SELECT e.id FROM ${GRANTS} AND e.action = 'disk_imagize' AND (e.secondary_entity->>'id')::bigint = g.image_id`,
].join('\n  UNION ');
