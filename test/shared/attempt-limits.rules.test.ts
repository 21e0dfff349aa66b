import { ATTEMPT_LIMITS } from '../../src/shared/limits/attempt-limits.js';

it('[D-23] the limits that are always on', () => {
  expect(ATTEMPT_LIMITS).toEqual({
    'failed login by username and address': { attempts: 10, windowSeconds: 900 },
    'failed login by username': { attempts: 50, windowSeconds: 900 },
    'failed login by address': { attempts: 100, windowSeconds: 900 },
    'failed login by known browser': { attempts: 10, windowSeconds: 900 },
    'wrong password at change by user': { attempts: 10, windowSeconds: 900 },
    'wrong code at login by user': { attempts: 10, windowSeconds: 900 },
    'wrong code at confirm by user': { attempts: 10, windowSeconds: 900 },
    'phone send by user': { attempts: 10, windowSeconds: 3600 },
    'phone send by number': { attempts: 20, windowSeconds: 3600 },
    'claim check by account': { attempts: 60, windowSeconds: 900 },
    'wrong client secret by client and address': { attempts: 20, windowSeconds: 900 },
  });
});
