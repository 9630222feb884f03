"""What of one work is code: ``<key>.py``, found by the work's key (`smallbert.data.sources`).

Most works have none. The module may hold kinds of claims, rules of the audit under the names that
the descriptor gives them, and ``ways``, which says how the work's sizes follow from shapes
(`smallbert.audit.counted`).
"""
