"""Surfaces to stand dishes on: parts of photos without their dish, and drawn ones."""

import cv2
import numpy as np


def random_table(size, photos, rng):
    """An RGB surface of (width, height), and the name of the photo that it comes from, if any.

    `photos` are (name, RGB, dish mask).
    """
    draw = rng.random()
    if draw < 0.45:
        name, photo, mask = photos[rng.integers(len(photos))]
        table = photo_part(size, photo, mask, rng)
        if table is not None:
            return table, name
    if draw < 0.65:
        name, photo, mask = photos[rng.integers(len(photos))]
        return without_dish(size, photo, mask, rng), name
    return drawn_table(size, rng), None


def photo_part(size, photo, mask, rng):
    """The part of a photo without its dish, mirrored until it fills the size; None if no part is large enough."""
    height, width = mask.shape
    margin = cv2.dilate(mask, np.ones((25, 25), np.uint8)) > 0
    sums = np.pad(np.cumsum(np.cumsum(margin, 0), 1), ((1, 0), (1, 0)))
    best = None
    for _ in range(300):
        w, h = int(rng.uniform(0.15, 1) * width), int(rng.uniform(0.15, 1) * height)
        x, y = rng.integers(0, width - w + 1), rng.integers(0, height - h + 1)
        held = sums[y + h, x + w] - sums[y, x + w] - sums[y + h, x] + sums[y, x]
        if held == 0 and (best is None or w * h > best[2] * best[3]):
            best = (x, y, w, h)
    if best is None:
        return None
    x, y, w, h = best
    part = photo[y : y + h, x : x + w]
    scale = max(size[0] / w, size[1] / h)
    if scale > 2.5:
        part = np.concatenate([part, part[:, ::-1]], 1)
        part = np.concatenate([part, part[::-1]], 0)
        scale = max(size[0] / part.shape[1], size[1] / part.shape[0])
    return cropped(part, scale, size, rng)


def without_dish(size, photo, mask, rng):
    """A photo whose dish is filled with what is around it."""
    small = cv2.resize(photo, (192, 192), interpolation=cv2.INTER_AREA)
    hole = cv2.dilate(cv2.resize(mask, (192, 192)), np.ones((9, 9), np.uint8))
    if (hole > 0).mean() > 0.8:
        return drawn_table(size, rng)
    filled = cv2.inpaint(small, (hole > 0).astype(np.uint8), 5, cv2.INPAINT_TELEA)
    filled = cv2.resize(filled, (photo.shape[1], photo.shape[0]), interpolation=cv2.INTER_CUBIC)
    filled = filled.astype(np.float32) + texture(photo.shape[:2], rng)[..., None] * rng.uniform(0, 12)
    soft = cv2.GaussianBlur(cv2.dilate(mask, np.ones((15, 15), np.uint8)), (0, 0), 5)[..., None] / 255
    table = (photo * (1 - soft) + filled * soft).clip(0, 255).astype(np.uint8)
    return cropped(table, max(size[0] / table.shape[1], size[1] / table.shape[0]), size, rng)


def cropped(picture, scale, size, rng):
    scale *= rng.uniform(1, 1.3)
    large = cv2.resize(picture, None, fx=scale + 0.01, fy=scale + 0.01, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC)
    x = rng.integers(0, large.shape[1] - size[0] + 1)
    y = rng.integers(0, large.shape[0] - size[1] + 1)
    part = large[y : y + size[1], x : x + size[0]]
    return np.ascontiguousarray(part[:, ::-1] if rng.random() < 0.5 else part)


def drawn_table(size, rng):
    """Plain, graded, grained or striped; a third of them nearly white."""
    width, height = size
    if rng.random() < 0.35:
        colour = np.array([1, 1, 1]) * rng.uniform(205, 252) + rng.normal(0, 4, 3)
    else:
        colour = rng.uniform(15, 235) + rng.normal(0, 30, 3)
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    angle = rng.uniform(0, np.pi)
    along = (x * np.cos(angle) + y * np.sin(angle)) / max(size)
    table = np.zeros((height, width, 3), np.float32) + colour
    table += (along - along.mean())[..., None] * rng.uniform(-60, 60)
    table += texture((height, width), rng)[..., None] * rng.uniform(0, 18)
    kind = rng.random()
    if kind < 0.3:
        grain = cv2.GaussianBlur(rng.normal(0, 1, (height, width)).astype(np.float32), (0, 0), sigmaX=rng.uniform(8, 40), sigmaY=rng.uniform(0.6, 2))
        turned = cv2.warpAffine(grain, cv2.getRotationMatrix2D((width / 2, height / 2), rng.uniform(-90, 90), 1.6), size, borderMode=cv2.BORDER_REFLECT)
        table += turned[..., None] / (turned.std() + 1e-6) * rng.uniform(3, 16)
    elif kind < 0.5:
        stripes = np.sign(np.sin(along * rng.uniform(20, 120)))
        if rng.random() < 0.5:
            across = (-x * np.sin(angle) + y * np.cos(angle)) / max(size)
            stripes = stripes + np.sign(np.sin(across * rng.uniform(20, 120)))
        table += stripes[..., None] * rng.uniform(3, 30) * rng.uniform(0.5, 1.5, 3)
    return table.clip(0, 255).astype(np.uint8)


def texture(shape, rng):
    """Noise of several scales with a deviation of about 1."""
    height, width = shape
    total = np.zeros(shape, np.float32)
    for cells in (4, 12, 40, 120):
        noise = rng.normal(0, 1, (cells, cells)).astype(np.float32)
        total += cv2.resize(noise, (width, height), interpolation=cv2.INTER_CUBIC) * rng.uniform(0.1, 1)
    return total / (total.std() + 1e-6)
